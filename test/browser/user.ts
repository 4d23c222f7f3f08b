import type { Locator, Page } from "playwright-core";
import type { SaldoClient } from "../../src/client/saldo-client.ts";
import { show } from "./opened-page.ts";
import { tabTo } from "./tab-to.ts";
import { en, pt } from "./texts.ts";

const texts = { en, pt } as const;
const KEYS = { withdrawals: "w", charges: "c", webhooks: "h", faults: "f", worlds: "o" } as const;

/** A user of the page in one language, with a pointer or with keys alone. Each use of a link, a button or a field counts. */
export class User {
  readonly page: Page;
  /** What the application of the user does. */
  readonly client: SaldoClient;
  readonly texts: typeof en | typeof pt;
  uses = 0;
  readonly #by: "pointer" | "keyboard";

  constructor(page: Page, client: SaldoClient, language: keyof typeof texts, by: "pointer" | "keyboard") {
    this.page = page;
    this.client = client;
    this.texts = texts[language];
    this.#by = by;
  }

  /** Goes to a screen by its address, which is not counted, and waits until the page hears keys. */
  async open(place: string): Promise<void> {
    await show(this.page, place);
    await this.page.getByText(this.texts.connection.live, { exact: true }).waitFor({ state: "attached" });
    this.uses = 0;
  }

  async use(wanted: Locator): Promise<void> {
    this.uses += 1;
    if (this.#by === "pointer") return wanted.click();
    // From the skip link, or with it past the header and the rail.
    const isContent = await wanted.evaluate((element) => element.closest("#content") !== null);
    await this.page.locator(isContent ? "#content" : ".skip").focus();
    await tabTo(this.page, wanted);
    await this.page.keyboard.press("Enter");
  }

  /** Uses the link of a screen, or its keys. */
  async goTo(screen: keyof typeof KEYS): Promise<void> {
    if (this.#by === "keyboard") {
      this.uses += 1;
      await this.page.keyboard.press("g");
      return this.page.keyboard.press(KEYS[screen]);
    }
    const name = this.texts.screens[screen];
    return this.use(this.page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) }));
  }

  press(name: string): Promise<void> {
    return this.use(this.page.getByRole("button", { name, exact: true }));
  }

  /** Uses the link of the newest event of a kind. */
  follow(event: keyof typeof en.events): Promise<void> {
    const row = this.page.locator(".event-row").filter({ hasText: this.texts.events[event] });
    return this.use(row.first().getByRole("link"));
  }

  async choose(label: string, option: string): Promise<void> {
    this.uses += 1;
    await this.page.getByRole("combobox", { name: label }).selectOption(option);
  }
}
