import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDesk } from '../../electron/desk/open-desk.ts'
import { openDeskOnDisk } from './a-desk.ts'

const kills = 15

/** Types until it is killed, in the middle of whatever it does then. Gives the last turn that was said to be kept. */
async function typeUntilKilled(path: string, first: number, words: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'desk-in-a-child.ts'), path, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'close')
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.split('\n').length > words) child.kill('SIGKILL')
  })
  await ended
  const lines = said.split('\n').slice(0, -1)
  return Number(lines.at(-1))
}

it('a desk whose app is killed while it writes is whole, and holds what was kept last', { timeout: 120_000 }, async () => {
  const onDisk = await openDeskOnDisk()
  onDisk.desk.close()
  let last = 0
  for (let round = 1; round <= kills; round += 1) {
    const said = await typeUntilKilled(onDisk.path, last + 1, round * 13)
    const desk = openDesk({ path: onDisk.path, now: Date.now, onDefect: () => undefined })
    expect(desk.notice).toBeNull()
    // What was said to be kept is there; words that were kept after it died on their way out of the process.
    last = Number(/^word (\d+)$/.exec(String(desk.forms.find('draft', 'face-swap')?.form.values['prompt']))?.[1])
    expect(last).toBeGreaterThanOrEqual(said)
    expect(desk.prompts.find('', 1)[0]?.text).toMatch(/^prompt \d+$/)
    desk.close()
  }
  onDisk.reopen()
})
