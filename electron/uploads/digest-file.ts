import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { FileDigester } from '../tasks/ports.ts'
import { fileFault, localFault } from './file-fault.ts'

const chunkBytes = 1024 * 1024

/** Returns a file's SHA-256 digest. Reads the next MiB while the previous one is hashed. */
export const digestFile: FileDigester = async (path, signal) => {
  try {
    await using file = await open(path, 'r')
    const hash = createHash('sha256')
    let [ready, filling] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)]
    let reading = file.read(filling, 0, chunkBytes, null)
    for (;;) {
      const { bytesRead } = await reading
      if (bytesRead === 0) break
      if (signal?.aborted === true) return { ok: false, fault: localFault('unexpected', 'aborted') }
      ;[ready, filling] = [filling, ready]
      reading = file.read(filling, 0, chunkBytes, null)
      hash.update(ready.subarray(0, bytesRead))
    }
    return { ok: true, sha256: hash.digest('hex') }
  } catch (error) {
    return { ok: false, fault: fileFault(error) }
  }
}
