import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { probeFile } from '../../../electron/uploads/probe-file.ts'
import { encodeWav } from '../../../renderer/fields/encode-wav.ts'

it('recorded audio becomes a WAV file with its duration and clamped samples', async () => {
  const left = Float32Array.from({ length: 16_000 }, (_, place) => [0, 1, -1, 2][place % 4] ?? 0)
  const file = encodeWav([left, new Float32Array(16_000)], 8_000)
  expect(file).toHaveLength(44 + 16_000 * 4)
  expect([...new Int16Array(file.buffer, 44, 8)]).toEqual([0, 0, 32_767, 0, -32_768, 0, 32_767, 0])

  const folder = await mkdtemp(join(tmpdir(), 'kiln-wave-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'a.wav'), file)
  expect(await probeFile(join(folder, 'a.wav'))).toMatchObject({
    ok: true,
    facts: { medium: 'audio', format: 'wav', durationInSeconds: 2, isTorn: false }
  })
})
