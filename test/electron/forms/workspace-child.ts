import { openWorkspace } from '../../../electron/forms/open-workspace.ts'

/**
 * Child process of `workspace-file.kill.test.ts`, which kills it. Saves drafts, presets and prompts in an endless loop. Prints the number
 * of each iteration.
 */
const [path = '', first = '0'] = process.argv.slice(2)
const workspace = openWorkspace({ path, now: Date.now, onDefect: (error) => process.stderr.write(String(error)) })
if (workspace.warning !== null) throw new Error(workspace.warning.message)
for (let turn = Number(first); ; turn += 1) {
  const values = { prompt: `word ${turn}`, notes: 'x'.repeat(turn % 5_000) }
  workspace.forms.save('draft', 'face-swap', { values, modeId: null, keptSeeds: [], left: [] })
  // Each iteration also saves a second draft. Every other iteration shows it.
  workspace.forms.save('draft', 'face-swap', { values: { prompt: `other ${turn}` }, modeId: null, keptSeeds: [], left: [] }, 2)
  workspace.forms.showDraft('face-swap', 1 + (turn % 2))
  if (turn % 7 === 0) workspace.presets.save('face-swap', `Preset ${turn % 40}`, { values, modeId: null, keptSeeds: [], left: [] })
  workspace.prompts.remember(`prompt ${turn}`, 'face-swap')
  process.stdout.write(`${turn}\n`)
}
