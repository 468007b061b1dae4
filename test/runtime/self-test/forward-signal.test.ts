import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { forwardSignal } from '../forward-signal.ts'

it.skipIf(process.platform === 'win32')('a signal is forwarded to the app, except on Windows, where the console does that', async () => {
  const app = spawn(process.execPath, [
    '-e',
    "setInterval(() => {}, 1000); process.once('SIGINT', () => process.exit(7)); console.log('up')"
  ])
  await once(app.stdout, 'data')
  const ended = once(app, 'exit')
  forwardSignal(app, 'SIGTERM', 'win32')
  forwardSignal(app, 'SIGINT', 'linux')
  expect(await ended).toEqual([7, null])
})
