// Text for the clipboard, and a line that says what became of it.
import { element } from "../element";

export class Messages {
  readonly element = element("div", {
    class: "messages",
    role: "status",
    "aria-live": "polite",
    "data-testid": "message",
  });
  private timer = 0;

  say(text: string): void {
    this.element.textContent = text;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.element.textContent = ""), 6000);
  }
}

async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// The way of older browsers, and of pages from disk where they know no other.
function writtenBySelection(text: string): boolean {
  const field = element("textarea", { class: "visually-hidden", "aria-hidden": "true", tabindex: "-1" });
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand("copy");
  } catch {
    done = false;
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}

// Where neither way is allowed, the text is shown for copying by hand.
export async function copyText(text: string, what: string, messages: Messages): Promise<void> {
  if ((await written(text)) || writtenBySelection(text)) {
    messages.say(`${what} copied.`);
    return;
  }
  const field = element("textarea", { readonly: true, rows: 12, "aria-label": what, "data-testid": "copy-by-hand" });
  field.value = text;
  const close = element("button", { type: "button", class: "button" }, "Close");
  const dialog = element(
    "dialog",
    { class: "copy-dialog", "aria-label": what },
    element("p", {}, `${what}, to copy by hand:`),
    field,
    close,
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
