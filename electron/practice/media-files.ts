import { readFile } from 'node:fs/promises'

/**
 * URL of this file. The `media` folder next to this file holds the images and videos that results are generated from. The build copies
 * that folder next to the bundle. A constant is used, because the bundler would rewrite `import.meta.url` inside `new URL()`.
 */
const here = import.meta.url

/** Returns the content of a file in the `media` folder. */
export function readMediaFile(name: string): Promise<Buffer> {
  return readFile(new URL(`./media/${name}`, here))
}
