// Question: how are a hundred thousand rows shown and walked through by keyboard?
// Method:   only the rows in sight are elements, used again as one scrolls; the row that has the focus stays an
//           element. Above the height that browsers can scroll, the bar stands for a longer way than it has.
// Cost:     some tens of elements, whatever the count.
export interface ListRow {
  readonly element: HTMLElement; // role row
  fill(index: number): void;
}

export interface ListOptions {
  rowHeight: number;
  firstRowIndex: number; // aria-rowindex of row 0
  make(): ListRow;
  choose(index: number, event: Event): void; // by click or Enter
  key?(index: number, event: KeyboardEvent): boolean; // true when it was for the row
}

const kTallest = 8_000_000;
const kAround = 4;

export class VirtualList {
  readonly scroller = document.createElement("div");
  private readonly space = document.createElement("div");
  private count = 0;
  private active = 0;
  private readonly shown = new Map<number, ListRow>();
  private readonly spare: ListRow[] = [];

  constructor(private readonly options: ListOptions) {
    this.scroller.className = "list-scroller";
    this.scroller.setAttribute("role", "rowgroup");
    this.space.className = "list-space";
    this.space.setAttribute("role", "presentation");
    this.scroller.append(this.space);
    this.scroller.addEventListener("scroll", () => this.render(), { passive: true });
    new ResizeObserver(() => this.render()).observe(this.scroller);
    this.space.addEventListener("click", (event) => {
      const index = this.indexAt(event.target);
      if (index === null || (event.target as Element).closest("button")) return;
      this.setActive(index);
      options.choose(index, event);
    });
    this.space.addEventListener("focusin", (event) => {
      const index = this.indexAt(event.target);
      if (index !== null) this.setActive(index);
    });
    this.space.addEventListener("keydown", (event) => this.keyDown(event));
  }

  // All rows are filled again: what they show may be another thing now.
  setCount(count: number): void {
    this.count = count;
    this.active = Math.max(0, Math.min(this.active, count - 1));
    this.space.style.height = `${this.tall()}px`;
    this.refill();
  }

  refill(): void {
    for (const [index, row] of this.shown) if (index < this.count) row.fill(index);
    this.render();
  }

  // Those that are elements now.
  rowsInSight(): Iterable<ListRow> {
    return this.shown.values();
  }

  reveal(index: number): void {
    if (index < 0 || index >= this.count) return;
    const { rowHeight } = this.options;
    const view = this.scroller.clientHeight;
    const top = this.offset();
    const wanted =
      index * rowHeight < top
        ? index * rowHeight
        : (index + 1) * rowHeight > top + view
          ? (index + 1) * rowHeight - view
          : top;
    if (wanted !== top) this.scroller.scrollTop = wanted * this.scale();
    this.setActive(index);
    this.render();
  }

  focus(index: number): void {
    this.reveal(index);
    this.shown.get(index)?.element.focus({ preventScroll: true });
  }

  private tall(): number {
    return Math.min(kTallest, this.count * this.options.rowHeight);
  }

  // Pixels of scrolling for a pixel of rows.
  private scale(): number {
    const view = this.scroller.clientHeight;
    const rows = this.count * this.options.rowHeight - view;
    return rows > 0 ? Math.max(0, this.tall() - view) / rows : 1;
  }

  // Pixels of rows above the view.
  private offset(): number {
    const scale = this.scale();
    return scale > 0 ? this.scroller.scrollTop / scale : 0;
  }

  private indexAt(target: EventTarget | null): number | null {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
    return row ? Number(row.dataset.index) : null;
  }

  private setActive(index: number): void {
    if (index === this.active) return;
    const before = this.shown.get(this.active);
    if (before) before.element.tabIndex = -1;
    this.active = index;
    const now = this.shown.get(index);
    if (now) now.element.tabIndex = 0;
  }

  private render(): void {
    const { rowHeight, firstRowIndex } = this.options;
    const view = this.scroller.clientHeight || 400;
    const top = this.offset();
    const first = Math.max(0, Math.floor(top / rowHeight) - kAround);
    const last = Math.min(this.count - 1, Math.ceil((top + view) / rowHeight) + kAround);
    const wanted = (index: number) =>
      index < this.count && ((first <= index && index <= last) || index === this.active);
    for (const [index, row] of this.shown) {
      if (wanted(index)) continue;
      this.shown.delete(index);
      row.element.remove();
      this.spare.push(row);
    }
    for (let index = first; index <= last; ++index) this.show(index);
    if (this.active < this.count && this.count > 0) this.show(this.active);
    const shift = this.scroller.scrollTop - top;
    for (const [index, row] of this.shown) {
      row.element.style.transform = `translateY(${index * rowHeight + shift}px)`;
      row.element.tabIndex = index === this.active ? 0 : -1;
      row.element.setAttribute("aria-rowindex", String(index + firstRowIndex));
    }
  }

  private show(index: number): void {
    if (this.shown.has(index)) return;
    const row = this.spare.pop() ?? this.options.make();
    row.element.dataset.index = String(index);
    row.element.style.height = `${this.options.rowHeight}px`;
    row.fill(index);
    this.shown.set(index, row);
    // In the order of the rows, for those who read without seeing.
    const after = [...this.space.children].find((other) => Number((other as HTMLElement).dataset.index) > index);
    this.space.insertBefore(row.element, after ?? null);
  }

  private keyDown(event: KeyboardEvent): void {
    const index = this.indexAt(event.target);
    if (index === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const inside = (event.target as Element).closest("button");
    const row = this.shown.get(index)?.element;
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.options.rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: this.count - 1,
    };
    if (event.key in moves) this.focus(Math.max(0, Math.min(this.count - 1, moves[event.key]!)));
    else if (inside && event.key === "ArrowLeft") row?.focus();
    else if (inside) return;
    else if (this.options.key?.(index, event)) void 0;
    else if (event.key === "ArrowRight") row?.querySelector("button")?.focus();
    else if (event.key === "Enter" || event.key === " ") this.options.choose(index, event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
