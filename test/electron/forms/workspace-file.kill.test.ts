import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openWorkspace } from '../../../electron/forms/open-workspace.ts'
import { openWorkspaceOnDisk } from './open-workspace-on-disk.ts'

const kills = 15

/** Runs the child process and kills it once it has printed at least `words` lines. Returns the number of the last printed save. */
async function typeUntilKilled(path: string, first: number, words: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'workspace-child.ts'), path, String(first)], {
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

it('a workspace survives a kill during a write with the last saved form', async () => {
  const onDisk = await openWorkspaceOnDisk()
  onDisk.workspace.close()
  let last = 0
  for (let round = 1; round <= kills; round += 1) {
    const said = await typeUntilKilled(onDisk.path, last + 1, round * 13)
    const workspace = openWorkspace({ path: onDisk.path, now: Date.now, onDefect: () => undefined })
    expect(workspace.warning).toBeNull()
    // Everything reported as saved exists. The killed process may have saved more than it reported.
    const { drafts, shown } = workspace.forms.drafts('face-swap')
    expect(drafts.map(({ draft }) => draft)).toEqual([1, 2])
    const [first, second] = drafts.map(({ form }) => Number(/^(?:word|other) (\d+)$/.exec(String(form.values['prompt']))?.[1]))
    last = first ?? Number.NaN
    expect(last).toBeGreaterThanOrEqual(said)
    // Each write is complete or missing. The second draft and the shown draft are at most one iteration behind the first draft.
    expect([last, last - 1]).toContain(second)
    expect([1 + ((second ?? Number.NaN) % 2), 1 + (((second ?? Number.NaN) - 1) % 2)]).toContain(shown)
    expect(workspace.prompts.find('', 1)[0]?.text).toMatch(/^prompt \d+$/)
    workspace.close()
  }
  onDisk.reopen()
})
