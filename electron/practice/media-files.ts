import { readFile } from 'node:fs/promises'

/**
 * The folder of pictures and clips that results are made of. It lies beside this file, in the source as in the bundle, where the
 * build copies it to. The address goes through a name so that the bundler leaves it alone.
 */
const here = import.meta.url

/** A file of the media folder, whole. */
export function readMediaFile(name: string): Promise<Buffer> {
  return readFile(new URL(`./media/${name}`, here))
}
