import type { Locator } from '@playwright/test'

/** Returns the visible text of a task's row and details, one line for each item. Times and IDs are masked. */
export async function readTaskText(article: Locator): Promise<string> {
  const lines = await article.evaluate((element) => {
    const words = (of: Element | null): string => (of instanceof HTMLElement ? of.innerText.trim().replaceAll(/\s*\n\s*/g, ' / ') : '')
    const [row, details] = [...element.children]
    const facts = [...(details?.querySelectorAll('dt') ?? [])].map((name) => `${words(name)}: ${words(name.nextElementSibling)}`)
    const said = [...(details?.querySelectorAll('p') ?? [])].map(words)
    const steps = [...(details?.querySelectorAll('ol > li') ?? [])].map((step) => [...step.children].map(words).filter(Boolean).join('  '))
    const buttons = [...element.querySelectorAll('button')].map(words).filter((name) => name !== '' && !/^Copy .*:/.test(name))
    return [
      [...(row?.children ?? [])].map(words).filter(Boolean).join('  '),
      ...said,
      ...facts,
      ...steps.map((step) => `- ${step}`),
      `[${buttons.join('] [')}]`
    ]
  })
  const masked = lines.map(maskTimesAndIds)
  // Removes consecutive duplicates, because the number of status checks depends on the machine's speed.
  return masked.filter((line, place) => line !== masked[place - 1]).join('\n')
}

/** Masks times, IDs, countdowns and the service's host, which differ between test runs. */
export function maskTimesAndIds(text: string): string {
  return (
    text
      .replaceAll(/127\.0\.0\.1:\d+/g, 'the.service')
      .replaceAll(/\b\d+ (?:h|min|s)(?: \d+ (?:min|s))?\b/g, '0 s')
      .replaceAll(/ \/ (?:next check in 0 s|usually 0 s(?: to 0 s)?|elapsed)/g, '')
      .replaceAll(/\b\d{1,2}:\d{2}(?::\d{2})?\b/g, '0:00')
      .replaceAll(/\b(req|task|biz|upload)_\w+/g, '$1_…')
      // Uses a lookahead instead of `\b`, because in a file name an underscore may follow the date.
      .replaceAll(/\b\d{4}-\d\d-\d\d(?!\d)/g, '2026-11-20')
      .replaceAll(/\b[\w-]{4}…[\w-]{4}\b/g, '…')
  )
}
