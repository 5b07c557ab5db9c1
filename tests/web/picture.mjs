// A picture of a page as a link with that view opens it, once all its claims are checked and the stage has come to rest.
// Usage: node picture.mjs PAGE.html VIEW OUT.png
import { pathToFileURL } from "node:url";
import { checkedText, launch } from "./browser.mjs";

const [page, view, out] = process.argv.slice(2);
const browser = await launch();
const tab = await browser.newPage({ viewport: { width: 1200, height: 760 } });
await tab.goto(`${pathToFileURL(page)}#${view}`);
await checkedText(tab);
await tab.waitForTimeout(1500);
await tab.screenshot({ path: out });
await browser.close();
