import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { subscribeToBatches } from '../../../../renderer/bridge/batches.ts'
import { taskStore } from '../../../../renderer/bridge/session.ts'
import { StageRunRow } from '../../../../renderer/compose/stage/stage-run-row.tsx'
import { stageRows } from '../../../../renderer/compose/stage/stage-rows.ts'
import { stageRuns } from '../../../../renderer/compose/stage/stage-runs.ts'
import type { StageActions } from '../../../../renderer/compose/stage/use-stage-actions.ts'
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx'
import type { Batch } from '../../../../shared/form/batch/batch.ts'
import { aTask } from '../../a-task.ts'
import { fakeBridge, rejectedOutcome } from '../../fake-bridge.ts'
import { aCapability } from '../../gallery/a-capability.ts'
import { aResult } from '../../viewer/a-result.ts'

const capability = aCapability({ id: 'imgmodel-image-generator' })
const batch: Batch = {
  id: 'large',
  connectionId: 'default',
  capability: capability.id,
  title: { code: 'rows', params: { count: 100, name: 'spring.csv' } },
  way: 'table',
  axes: [],
  count: 100,
  credits: { known: 0, unknownRows: 0 },
  isStopped: false,
  createdAt: 0
}

/** Shows a batch of 100 rows on a stage of 800 × 400 pixels. The second row has failed. */
async function showBatch(): Promise<void> {
  fakeBridge({ 'batch.list': () => ({ ok: true, value: [batch] }), 'library.item': () => rejectedOutcome('Not in the library') })
  const tasks = Array.from({ length: 100 }, (_, place) =>
    aTask({
      id: `t${place}`,
      batch: { id: 'large', row: place + 1, name: { code: 'row', params: { row: place + 1 } }, cell: null },
      ...(place === 1 ? { phase: 'failed' as const } : { results: [aResult({ id: `r${place}` })] })
    })
  )
  taskStore.load(tasks)
  const runs = stageRuns(tasks, capability, () => 1)
  const rows = stageRows(runs, { width: 800, height: 400 })
  render(
    <TooltipProvider>
      <div role="list">
        {rows.map((row) => (
          <StageRunRow
            key={row.key}
            run={runs[row.run] as (typeof runs)[number]}
            capability={capability}
            row={row}
            start={0}
            isNewest
            currentKey={null}
            expected={null}
            actions={{} as StageActions}
            playingKey={null}
            onCurrent={() => undefined}
            onPlay={() => undefined}
            onClosePlayer={() => undefined}
          />
        ))}
      </div>
    </TooltipProvider>
  )
  await act(async () => subscribeToBatches())
}

describe('a batch of several lines on the stage', () => {
  it('is named by its title, and its later lines by their range', async () => {
    await showBatch()
    const names = screen.getAllByRole('listitem').flatMap((item) => item.getAttribute('aria-label') ?? [])
    expect(names).toHaveLength(17)
    expect(names.slice(0, 2)).toEqual(['100 rows from spring.csv', '100 rows from spring.csv, 7 to 12'])
    expect(names.at(-1)).toBe('100 rows from spring.csv, 97 to 100')
  })

  it('numbers its results as the action bar does, without the rows that failed', async () => {
    await showBatch()
    const names = screen.getAllByRole('button', { name: /^Open A/ }).map((tile) => tile.getAttribute('aria-label'))
    expect(names.slice(0, 2)).toEqual(['Open A red vase, 1, Row 1', 'Open A red vase, 2, Row 3'])
    expect(names.at(-1)).toBe('Open A red vase, 99, Row 100')
  })
})
