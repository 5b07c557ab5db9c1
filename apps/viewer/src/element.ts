// Elements with text that is text: whatever a name holds, it is never read as markup.
type Attributes = Record<string, string | boolean | number>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false) continue;
    made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children);
  return made;
}

const svgSpace = "http://www.w3.org/2000/svg";

const iconAttributes = {
  viewBox: "0 0 20 20",
  width: "18",
  height: "18",
  fill: "none",
  stroke: "currentColor",
  "stroke-width": "1.6",
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
  "aria-hidden": "true",
};

// A picture of strokes on a grid of 20 × 20, in the colour of the text.
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(svgSpace, "svg");
  for (const [name, value] of Object.entries(iconAttributes)) svg.setAttribute(name, value);
  const stroke = document.createElementNS(svgSpace, "path");
  stroke.setAttribute("d", path);
  svg.append(stroke);
  return svg;
}
