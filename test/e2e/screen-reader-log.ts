import type { Page } from '@playwright/test'
import { maskTimesAndIds } from './read-task-text.ts'

/** The window with its announcements that `waitForAnnouncement` hasn't consumed yet. */
type AnnouncedWindow = { saidAloud?: string[] }

/** Simulated screen reader transcript. Times, IDs, sizes and days are masked. */
export type ScreenReaderLog = {
  readonly lines: () => string
  /** Adds a heading or a user action. */
  readonly note: (words: string) => void
  /** Presses Tab until the focused element's description matches `stop`. Records the role, name, state and description of each stop. */
  readonly tabTo: (stop: RegExp) => Promise<void>
  /** Records the focused element and returns its line. */
  readonly noteFocus: () => Promise<string>
  /** Waits until the page announces `words`, and records the announcement. Discards earlier announcements. */
  readonly waitForAnnouncement: (words: RegExp) => Promise<void>
}

/** Like `maskTimesAndIds`, but also masks sizes, days and durations, which differ between test runs. */
function masked(text: string): string {
  return maskTimesAndIds(text)
    .replaceAll(/\b\d[\d.]* (?:B|KB|MB)\b/g, '1 KB')
    .replaceAll(/\b\d{1,2} [A-Z][a-z]{2}\b/g, '20 Nov')
    .replaceAll(/\b\d[\d.]* s\b/g, '1 s')
}

/** Starts recording the announcements of the page's live regions. */
export async function openScreenReaderLog(page: Page): Promise<ScreenReaderLog> {
  const lines: string[] = []
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { saidAloud: said } satisfies AnnouncedWindow)
    const last = new WeakMap<Element, string>()
    const listen = (): void => {
      for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live]:not([aria-live=off])')) {
        const words = (region.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
        if (words === (last.get(region) ?? '')) continue
        last.set(region, words)
        if (words !== '') said.push(words)
      }
    }
    listen()
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true })
  })

  async function stopAt(): Promise<string> {
    const focused = page.locator('*:focus')
    const [first = ''] = (await focused.ariaSnapshot()).split('\n')
    const described = await focused.evaluate((element) => {
      const wordsOf = (node: Node): string => {
        if (!(node instanceof Element)) return node.textContent ?? ''
        const words = [...node.childNodes].map(wordsOf).join('')
        return getComputedStyle(node).display === 'inline' ? words : ` ${words} `
      }
      const ids = (element.getAttribute('aria-describedby') ?? '').split(' ')
      return ids
        .flatMap((id) => document.getElementById(id) ?? [])
        .map(wordsOf)
        .join(' ')
        .trim()
    })
    const stop = first.replace(/^- /, '').replace(/:$/, '')
    return masked(described === '' ? stop : `${stop} (${described.replaceAll(/\s+/g, ' ')})`)
  }

  return {
    lines: () => `${lines.join('\n')}\n`,
    note: (words) => void lines.push(words),
    noteFocus: async () => {
      const stop = await stopAt()
      lines.push(`  ${stop}`)
      return stop
    },
    tabTo: async (wanted) => {
      for (let press = 0; press < 80; press += 1) {
        await page.keyboard.press('Tab')
        // After the last stop, Tab moves the focus out of the page. The next Tab moves the focus to the first stop.
        if (await page.evaluate(() => document.activeElement === document.body)) continue
        const stop = await stopAt()
        lines.push(`  ${stop}`)
        if (wanted.test(stop)) return
      }
      throw new Error(`Tab never reaches ${wanted.source}.`)
    },
    waitForAnnouncement: async (words) => {
      const heard = await page.waitForFunction(
        ([source, flags]) => {
          const said = (window as AnnouncedWindow).saidAloud ?? []
          const place = said.findIndex((one) => new RegExp(source, flags).test(one))
          return place === -1 ? null : said.splice(0, place + 1).at(-1)
        },
        [words.source, words.flags] as const
      )
      lines.push(`  says: ${masked(String(await heard.jsonValue()))}`)
    }
  }
}
