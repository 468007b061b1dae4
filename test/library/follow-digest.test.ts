import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { followDigest } from '../../electron/library/follow-digest.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-follow-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a digest that follows a writer', () => {
  it('is the digest of everything that was written, in whatever steps', async () => {
    await using file = await open(join(folder, 'file'), 'w+')
    const follower = followDigest(file.fd)
    const hash = createHash('sha256')
    let position = 0
    for (const bytes of [1, 3_000_000, 17, 1_048_576, 5]) {
      const chunk = randomBytes(bytes)
      hash.update(chunk)
      await file.write(chunk, 0, bytes, position)
      position += bytes
      follower.upTo(position)
    }
    expect(await follower.end(position)).toBe(hash.digest('hex'))
  })

  it('is that of nothing for an empty file', async () => {
    await using file = await open(join(folder, 'file'), 'w+')
    expect(await followDigest(file.fd).end(0)).toBe(createHash('sha256').digest('hex'))
  })

  it('fails when less is there than was said', async () => {
    await using file = await open(join(folder, 'file'), 'w+')
    await file.write(Buffer.alloc(10))
    await expect(followDigest(file.fd).end(11)).rejects.toMatchObject({ code: 'ESTALE' })
  })

  it('can be given up at any time', async () => {
    await using file = await open(join(folder, 'file'), 'w+')
    const follower = followDigest(file.fd)
    follower.upTo(5)
    await follower.stop()
    await follower.stop()
  })
})
