/** Name defined by zod. */
const configOfZod = '__zod_globalConfig'

/**
 * Stops zod from compiling code from strings. The page's content security policy blocks that, and counts each attempt as a violation. zod
 * also works without it. The configuration is found by this name, so the page's first chunk doesn't include zod. Call before anything is
 * parsed.
 */
export function disableZodJit(): void {
  const holder = globalThis as unknown as { [name: string]: object | undefined }
  holder[configOfZod] = Object.assign(holder[configOfZod] ?? {}, { jitless: true })
}
