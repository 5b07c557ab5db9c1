// Reads the page's data and puts the parts of the view together.
import { App } from "./app";
import { PageError, readPage } from "./page_data";

function start(root: HTMLElement): void {
  try {
    const app = new App(readPage(document));
    document.title = app.page.extras.title;
    root.textContent = `${app.page.scene.objects.length} bodies`;
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    root.textContent = `This page cannot be shown: ${error.message}.`;
  }
}

start(document.getElementById("app")!);
