import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { StageOutput, StageRun } from '../../../../renderer/compose/stage/stage-runs.ts'
import { useStageActions } from '../../../../renderer/compose/stage/use-stage-actions.ts'
import { ToastProvider } from '../../../../renderer/ui/toasts.tsx'
import type { Task } from '../../../../shared/task/task.ts'
import { aTask } from '../../a-task.ts'
import { fakeBridge } from '../../fake-bridge.ts'
import { aCapability } from '../../gallery/a-capability.ts'
import { aResult } from '../../viewer/a-result.ts'

const capability = aCapability({ id: 'imgmodel-image-generator' })

/** Shows the context menu of a run's first output, with a button for each menu item. */
function Menu({ task }: { readonly task: Task }) {
  const actions = useStageActions(capability)
  const made = task.results.map((result): StageOutput => ({ kind: 'result', key: result.id, index: result.index, task, result }))
  const outputs: readonly StageOutput[] = made.length > 0 ? made : [{ kind: 'stopped', key: 'a', index: 0, task }]
  const run: StageRun = { key: task.id, tasks: [task], previous: null, outputs, ratio: 1 }
  return actions.menuItems(run, outputs[0] as StageOutput).flatMap((item) =>
    item === 'line'
      ? []
      : [
          <button key={item.label} type="button" onClick={() => item.onSelect(false)}>
            {item.label}
          </button>
        ]
  )
}

const show = (task: Task) =>
  render(
    <ToastProvider>
      <Menu task={task} />
    </ToastProvider>
  )

describe('the context menu of an output on the stage', () => {
  it('moves all results of its run to the trash at once', async () => {
    const keys: number[][] = []
    fakeBridge({
      'library.item': ({ id }) => ({ ok: true, value: { id, key: Number(id.slice(1)) } as never }),
      'library.trash': ({ keys: moved }) => {
        keys.push([...moved])
        return { ok: true, value: { token: 't', count: moved.length, isStopped: false, failure: null } as never }
      }
    })
    show(aTask({ id: 'a', results: ['r1', 'r2', 'r3'].map((id, index) => aResult({ id, index })) }))
    await userEvent.click(screen.getByRole('button', { name: 'Move 3 items to trash' }))
    expect(await screen.findByText('3 items moved to trash')).not.toBeNull()
    expect(keys).toEqual([[1, 2, 3]])
  })

  it('has no second deletion if the run has one result', () => {
    fakeBridge({})
    show(aTask({ id: 'a', results: [aResult({ id: 'r1' })] }))
    expect(screen.getAllByRole('button', { name: /trash/ })).toHaveLength(1)
  })

  it('hides a failed run, unless its task can’t be hidden', async () => {
    const hidden: string[][] = []
    fakeBridge({
      'task.hide': ({ ids }) => {
        hidden.push([...ids])
        return { ok: true, value: null }
      }
    })
    const { unmount } = show(aTask({ id: 'a', phase: 'failed' }))
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(await screen.findByText('1 task hidden')).not.toBeNull()
    expect(hidden).toEqual([['a']])
    unmount()
    show(aTask({ id: 'b', phase: 'failed', can: { ...aTask({ id: 'b' }).can, hide: false } }))
    expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull()
  })
})
