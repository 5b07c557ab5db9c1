// Tabs after the pattern that screen readers know: arrows walk, Home and End jump, one of them is in the order of the
// Tab key.
import { element } from "../element";

export function mountTabs(
  pages: readonly [name: string, label: string, content: HTMLElement][],
  tools: HTMLElement,
): HTMLElement[] {
  const list = element("div", { role: "tablist", class: "tabs", "aria-label": "Parts of the panel" });
  const tabs = pages.map(([name, label]) =>
    element(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        "data-testid": `tab-${name}`,
      },
      label,
    ),
  );
  const panels = pages.map(([name, , content]) =>
    element(
      "div",
      { role: "tabpanel", class: "tab-panel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` },
      content,
    ),
  );
  const choose = (chosen: number): void => {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      panels[i]!.hidden = i !== chosen;
    });
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(i));
    tab.addEventListener("keydown", (event) => {
      const next = {
        ArrowRight: (i + 1) % tabs.length,
        ArrowLeft: (i + tabs.length - 1) % tabs.length,
        Home: 0,
        End: tabs.length - 1,
      }[event.key];
      if (next === undefined) return;
      choose(next);
      tabs[next]!.focus();
      event.preventDefault();
      event.stopPropagation();
    });
  });
  list.append(...tabs);
  choose(0);
  return [element("div", { class: "tab-bar" }, list, tools), ...panels];
}
