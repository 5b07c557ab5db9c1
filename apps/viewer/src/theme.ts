// Light or dark: as the reader's system says, or as chosen in the page.
import type { App, Theme } from "./app";

const order: readonly Theme[] = ["auto", "light", "dark"];

// Sets data-theme on the root element, which the styles go by. `tell` hears of every change of what is shown.
export function followTheme(app: App, tell: (dark: boolean) => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    const { theme } = app.state;
    const dark = theme === "auto" ? system.matches : theme === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    tell(dark);
  };
  system.addEventListener("change", apply);
  app.on(["theme"], apply);
}

export function nextTheme(theme: Theme): Theme {
  return order[(order.indexOf(theme) + 1) % order.length]!;
}
