import { readFile } from 'node:fs/promises'

/**
 * The folder of images and videos that results are generated from. It is next to this file, both in the source and in the bundle. The build
 * copies it there. The constant keeps the bundler from rewriting the URL.
 */
const here = import.meta.url

/** The whole content of a file in the media folder. */
export function readMediaFile(name: string): Promise<Buffer> {
  return readFile(new URL(`./media/${name}`, here))
}
