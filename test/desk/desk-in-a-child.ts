import { openDesk } from '../../electron/desk/open-desk.ts'

/** Types into a draft without end and says the last word that is kept; a process of its own, to be killed. */
const [path = '', first = '0'] = process.argv.slice(2)
const desk = openDesk({ path, now: Date.now, onDefect: (error) => process.stderr.write(String(error)) })
if (desk.notice !== null) throw new Error(desk.notice.message)
for (let turn = Number(first); ; turn += 1) {
  const values = { prompt: `word ${turn}`, notes: 'x'.repeat(turn % 5_000) }
  desk.forms.keep('draft', 'face-swap', { values, modeId: null, keptSeeds: [], left: [] })
  if (turn % 7 === 0) desk.presets.keep('face-swap', `Preset ${turn % 40}`, { values, modeId: null, keptSeeds: [], left: [] })
  desk.prompts.remember(`prompt ${turn}`, 'face-swap')
  process.stdout.write(`${turn}\n`)
}
