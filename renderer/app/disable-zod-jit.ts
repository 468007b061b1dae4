/** Name of the global variable that holds zod's configuration. The name is defined by zod. */
const configOfZod = '__zod_globalConfig'

/**
 * Prevents zod from compiling code from strings. The content security policy blocks such code and counts each attempt as a violation. zod
 * also works without compiled code. The configuration is set through the global variable, so that the page's first chunk doesn't include
 * zod. Call this function before zod parses anything.
 */
export function disableZodJit(): void {
  const holder = globalThis as unknown as { [name: string]: object | undefined }
  holder[configOfZod] = Object.assign(holder[configOfZod] ?? {}, { jitless: true })
}
