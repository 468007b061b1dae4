import { openWorkspace } from '../../../electron/forms/open-workspace.ts'

/** Saves drafts, presets and prompts in an endless loop. Prints the number of each turn. The test runs this process and kills it. */
const [path = '', first = '0'] = process.argv.slice(2)
const workspace = openWorkspace({ path, now: Date.now, onDefect: (error) => process.stderr.write(String(error)) })
if (workspace.warning !== null) throw new Error(workspace.warning.message)
for (let turn = Number(first); ; turn += 1) {
  const values = { prompt: `word ${turn}`, notes: 'x'.repeat(turn % 5_000) }
  workspace.forms.save('draft', 'face-swap', { values, modeId: null, keptSeeds: [], left: [] })
  // A second draft is shown in every other turn.
  workspace.forms.save('draft', 'face-swap', { values: { prompt: `other ${turn}` }, modeId: null, keptSeeds: [], left: [] }, 2)
  workspace.forms.showDraft('face-swap', 1 + (turn % 2))
  if (turn % 7 === 0) workspace.presets.save('face-swap', `Preset ${turn % 40}`, { values, modeId: null, keptSeeds: [], left: [] })
  workspace.prompts.remember(`prompt ${turn}`, 'face-swap')
  process.stdout.write(`${turn}\n`)
}
