/** Zod's own word for it. */
const configOfZod = '__zod_globalConfig'

/**
 * Tells zod to make no functions out of text: the page's content policy refuses that, and each try is a violation, though zod goes on without.
 * Its configuration is found by this name, so that the page's first piece does not carry zod. Called before anything is parsed.
 */
export function parseWithoutEval(): void {
  const holder = globalThis as unknown as { [name: string]: object | undefined }
  holder[configOfZod] = Object.assign(holder[configOfZod] ?? {}, { jitless: true })
}
