// Words over the picture: elements with literal text, moved to where their points are seen. Of labels that would cover
// each other the more important one stays.
import { element } from "../element";

export interface Label {
  at: readonly [number, number, number]; // in the world
  text: string;
  small: string;
  kind: string; // a class name
}

interface Shown {
  label: Label;
  node: HTMLElement;
  width: number;
  height: number;
  visible: boolean;
}

export class Labels {
  readonly host = element("div", { class: "labels", "data-testid": "labels" });
  private shown: Shown[] = [];
  private readonly spare: HTMLElement[] = [];
  private readonly taken = new Float64Array(4 * 400);

  // The most important first.
  set(labels: readonly Label[]): void {
    const { shown } = this;
    const same = (label: Label, k: number): boolean => {
      const known = shown[k]!.label;
      return known.text === label.text && known.small === label.small && known.kind === label.kind;
    };
    if (labels.length === shown.length && labels.every(same)) {
      // While time plays only the places change.
      labels.forEach((label, k) => (shown[k]!.label = label));
      return;
    }
    for (const { node } of this.shown) {
      node.hidden = true;
      this.spare.push(node);
    }
    this.shown = labels.slice(0, 400).map((label) => {
      const node = this.spare.pop() ?? this.made();
      node.className = `label ${label.kind}`;
      node.firstChild!.textContent = label.text;
      node.lastChild!.textContent = label.small;
      node.hidden = false;
      node.style.visibility = "hidden";
      return { label, node, width: 0, height: 0, visible: false };
    });
    for (const one of this.shown) {
      one.width = one.node.offsetWidth;
      one.height = one.node.offsetHeight;
    }
  }

  private made(): HTMLElement {
    const node = element("div", {}, element("span", { class: "text" }), element("span", { class: "small" }));
    this.host.append(node);
    return node;
  }

  // `project` writes x, y in pixels and answers whether the point is before the eye.
  place(project: (at: Label["at"], out: Float64Array) => boolean): void {
    const xy = new Float64Array(2);
    let count = 0;
    for (const one of this.shown) {
      let visible = project(one.label.at, xy);
      const x = Math.round(xy[0]! - one.width / 2);
      const y = Math.round(xy[1]! - one.height - 10);
      if (visible)
        for (let k = 0; k < count; ++k) {
          const i = 4 * k;
          if (
            x < this.taken[i + 2]! &&
            x + one.width > this.taken[i]! &&
            y < this.taken[i + 3]! &&
            y + one.height > this.taken[i + 1]!
          ) {
            visible = false;
            break;
          }
        }
      if (visible) {
        this.taken.set([x - 2, y - 2, x + one.width + 2, y + one.height + 2], 4 * count++);
        one.node.style.transform = `translate(${x}px, ${y}px)`;
      }
      if (visible !== one.visible) one.node.style.visibility = visible ? "visible" : "hidden";
      one.visible = visible;
    }
  }

  // For pictures: what is shown, with the points it belongs to.
  *visible(): Generator<Label> {
    for (const one of this.shown) if (one.visible) yield one.label;
  }
}
