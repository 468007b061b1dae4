import { readFile } from 'node:fs/promises'

/**
 * URL of this file. The folder of images and videos that results are generated from is next to it. The build copies that folder next to the
 * bundle. The constant keeps the bundler from rewriting the URL.
 */
const here = import.meta.url

/** The whole content of a file in the media folder. */
export function readMediaFile(name: string): Promise<Buffer> {
  return readFile(new URL(`./media/${name}`, here))
}
