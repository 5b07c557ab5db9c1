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
      const ahead = project(one.label.at, xy);
      const x = Math.round(xy[0]! - one.width / 2);
      // Above its point, or else below.
      const above = Math.round(xy[1]! - one.height - 10);
      const y = !ahead || this.free(x, above, one, count) ? above : Math.round(xy[1]! + 10);
      const visible = ahead && this.free(x, y, one, count);
      if (visible) {
        this.taken.set([x - 2, y - 2, x + one.width + 2, y + one.height + 2], 4 * count++);
        one.node.style.transform = `translate(${x}px, ${y}px)`;
      }
      if (visible !== one.visible) one.node.style.visibility = visible ? "visible" : "hidden";
      one.visible = visible;
    }
  }

  private free(x: number, y: number, { width, height }: Shown, count: number): boolean {
    const { taken } = this;
    for (let i = 0; i < 4 * count; i += 4)
      if (x < taken[i + 2]! && x + width > taken[i]! && y < taken[i + 3]! && y + height > taken[i + 1]!) return false;
    return true;
  }

  // For pictures: what is shown, with the points it belongs to.
  *visible(): Generator<Label> {
    for (const one of this.shown) if (one.visible) yield one.label;
  }
}
