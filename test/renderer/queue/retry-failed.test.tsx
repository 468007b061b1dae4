import { beforeEach, describe, expect, it } from 'vitest'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import { session, taskStore } from '../../../renderer/bridge/session.ts'
import { planRetries, sendRetries } from '../../../renderer/queue/retry-failed.ts'
import type { RequestInput } from '../../../shared/ipc/ipc.ts'
import type { Task } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'
import { anAccount } from '../an-account.ts'
import { fakeBridge, rejectedOutcome } from '../fake-bridge.ts'

const capabilities = new Map(fallbackCapabilities.map((capability) => [capability.id, capability]))

function openAccount(id: string): void {
  const connection = { id, name: id, baseUrl: 'http://127.0.0.1:1', isPractice: false }
  session.setState({ account: { state: 'ready', value: anAccount({ connection }) } })
}

beforeEach(() => openAccount('default'))

/**
 * Adds failed tasks to the queue and returns them. Each test has its own tasks, because the queue remembers which tasks were sent again.
 */
function failedTasks(...ids: readonly string[]): readonly Task[] {
  const tasks = ids.map((id) => aTask({ id, phase: 'failed', values: { prompt: id } }))
  taskStore.load(tasks)
  return tasks
}

/**
 * Installs a bridge that returns each failed task's values. It rejects a submission if `submit` returns false. Returns the list of
 * submissions.
 */
function openBridge(submit: (input: RequestInput<'task.submit'>) => boolean): readonly RequestInput<'task.submit'>[] {
  const submitted: RequestInput<'task.submit'>[] = []
  fakeBridge({
    'workspace.openTask': ({ taskId }) => ({
      ok: true,
      value: { form: { values: { prompt: taskId }, modeId: null, keptSeeds: [], left: [] }, media: [], unavailable: [] }
    }),
    'price.estimate': () => ({ ok: true, value: { credits: 5, lines: [], source: 'service' } }),
    'task.submit': (input) => {
      submitted.push(input)
      if (!submit(input)) return rejectedOutcome('The daily limit is reached.')
      const task = aTask({ id: `new-${String(input.values['prompt'])}`, phase: 'queued', values: input.values, from: input.from ?? [] })
      taskStore.load([task])
      return { ok: true, value: task }
    }
  })
  return submitted
}

describe('retrying all failed tasks', () => {
  it('sends each task once, as a new task that names the failed one', async () => {
    const submitted = openBridge(() => true)
    const plan = await planRetries(failedTasks('a', 'b'), capabilities)
    expect(plan.retries.map(({ task, credits }) => [task.id, credits])).toEqual([
      ['a', 5],
      ['b', 5]
    ])
    expect(submitted).toEqual([])
    expect(await sendRetries(plan)).toEqual({ sent: 2, failures: [] })
    expect(submitted.map(({ values, from }) => [values, from])).toEqual([
      [{ prompt: 'a' }, [{ item: 'a.1', how: 'again' }]],
      [{ prompt: 'b' }, [{ item: 'b.1', how: 'again' }]]
    ])
    // Confirming the same question a second time sends nothing.
    expect(await sendRetries(plan)).toEqual({ sent: 0, failures: [] })
    expect(submitted).toHaveLength(2)
  })

  it('confirms the price, but neither a duplicate nor the daily limit', async () => {
    const submitted = openBridge(({ values }) => values['prompt'] === 'c')
    const { sent, failures } = await sendRetries(await planRetries(failedTasks('c', 'd'), capabilities))
    expect(submitted.map(({ consent }) => consent)).toEqual([['confirm-above'], ['confirm-above']])
    expect([sent, failures.map(({ message }) => message)]).toEqual([1, ['The daily limit is reached.']])
  })

  it('sends nothing under another account that was opened meanwhile', async () => {
    const submitted = openBridge(() => true)
    const plan = await planRetries(failedTasks('e'), capabilities)
    expect(plan.retries).toHaveLength(1)
    openAccount('other')
    expect(await sendRetries(plan)).toEqual({ sent: 0, failures: [] })
    expect(submitted).toEqual([])
  })

  it('says why a task can’t be sent', async () => {
    openBridge(() => true)
    const plan = await planRetries([aTask({ id: 'c', phase: 'failed', capability: 'gone' })], capabilities)
    expect(plan.retries).toEqual([])
    expect(plan.failures.map(({ message }) => message)).toEqual(['The service no longer offers this capability.'])
  })
})
