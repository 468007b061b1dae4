/** Name of zod's global configuration, as defined by zod. */
const configOfZod = '__zod_globalConfig'

/**
 * Stops zod from compiling code from strings. The page's content security policy blocks that, and counts each attempt as a violation. zod
 * also works without compiled code. The configuration is set by its global name, so that the page's first chunk doesn't include zod. Call
 * this before anything is parsed.
 */
export function disableZodJit(): void {
  const holder = globalThis as unknown as { [name: string]: object | undefined }
  holder[configOfZod] = Object.assign(holder[configOfZod] ?? {}, { jitless: true })
}
