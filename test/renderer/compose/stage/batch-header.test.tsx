import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { taskStore } from '../../../../renderer/bridge/session.ts'
import { subscribeToBatches } from '../../../../renderer/bridge/batches.ts'
import { BatchHeader } from '../../../../renderer/compose/stage/batch-header.tsx'
import { stageRuns } from '../../../../renderer/compose/stage/stage-runs.ts'
import type { StageActions } from '../../../../renderer/compose/stage/use-stage-actions.ts'
import { routeStore } from '../../../../renderer/navigation/route.ts'
import { TooltipProvider } from '../../../../renderer/ui/tooltip.tsx'
import type { Task } from '../../../../shared/task/task.ts'
import { aTask } from '../../a-task.ts'
import { fakeBridge } from '../../fake-bridge.ts'
import { aCapability } from '../../gallery/a-capability.ts'
import { aResult } from '../../viewer/a-result.ts'

const capability = aCapability({ id: 'imgmodel-image-generator' })
const batch = {
  id: 'b1',
  connectionId: 'default',
  capability: capability.id,
  title: { code: 'rows', params: { count: 3, name: 'spring.csv' } },
  way: 'table',
  axes: [],
  count: 3,
  credits: { known: 30, unknownRows: 0 },
  isStopped: false,
  createdAt: 0
} as const

const row = (number: number, different: Partial<Task>): Task =>
  aTask({
    id: `t${number}`,
    batch: { id: 'b1', row: number, name: { code: 'row', params: { row: number } }, cell: null },
    ...different
  })
const price = { estimated: 10, required: null, consumed: null, usageDeferred: false, state: 'not-charged' } as const

describe('the heading of a batch on the stage', () => {
  it('has its title, its number of tasks and their credits, and leads to the queue', async () => {
    const compared: (readonly string[])[] = []
    fakeBridge({ 'batch.list': () => ({ ok: true, value: [batch] }) })
    const tasks = [
      row(1, { results: [aResult({ id: 'r1' })], credits: { ...price, consumed: 10, state: 'charged' } }),
      row(2, { results: [aResult({ id: 'r2' })], phase: 'collecting', credits: { ...price, state: 'pending' } }),
      row(3, { phase: 'running', credits: { ...price, state: 'pending' } }),
      row(4, { phase: 'cancelled' }),
      row(5, { phase: 'done', hidden: true })
    ]
    taskStore.load(tasks)
    const [run] = stageRuns(tasks, capability, () => 1)
    if (run === undefined) throw new Error('The run is missing.')
    render(
      <TooltipProvider>
        <BatchHeader run={run} actions={{ compare: (ids: readonly string[]) => compared.push(ids) } as unknown as StageActions} />
      </TooltipProvider>
    )
    await act(async () => subscribeToBatches())
    expect(await screen.findByText('3 rows from spring.csv')).not.toBeNull()
    // The queue counts the cancelled row too, but not the hidden one.
    screen.getByText('batch of 4, 1 of 4 done, 10 of 30 credits')
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
    expect(compared).toEqual([['r1', 'r2']])
    await userEvent.click(screen.getByRole('button', { name: 'Show in queue' }))
    expect(routeStore.getState().route).toEqual({ view: 'queue', taskId: 'b1' })
  })
})
