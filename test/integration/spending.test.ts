import { describe, expect, it } from 'vitest'
import type { SpendingSettings } from '../../shared/task/spending.ts'
import { SpendingConfirmationError } from '../../shared/task/spending.ts'
import { openSetup, standardImageGenerator, imageGenerator3 } from './open-setup.ts'

const rules: SpendingSettings = { dailyLimit: null, confirmAbove: null, asksBeforeTwins: false }
const vase = { capability: standardImageGenerator, values: { prompt: 'a celadon vase' } }

async function openWithRules(changes: Partial<SpendingSettings>) {
  return openSetup({ studio: { spendingRules: () => ({ ...rules, ...changes }) } })
}

const guardsOf = async (sending: Promise<unknown>): Promise<unknown> => {
  const error = await sending.then(
    () => null,
    (thrown: unknown) => thrown
  )
  return error instanceof SpendingConfirmationError ? error.guards : error
}

describe('the daily limit', () => {
  it('applies over a restart, and nothing is sent beyond it', async () => {
    const setup = await openWithRules({ dailyLimit: 12 })
    const first = await setup.studio.submit(vase)
    await setup.until(first.id, 'done')
    await setup.reopen()
    await setup.studio.submit(vase)
    expect(await guardsOf(setup.studio.submit(vase))).toEqual([{ kind: 'limit', committed: 10, limit: 12, credits: 5 }])
    expect(setup.studio.tasks()).toHaveLength(2)
    expect(setup.callsTo('/submit')).toBeLessThanOrEqual(2)
  })
})

describe('the confirmation above a price', () => {
  it('prevents sending until the user accepts', async () => {
    const setup = await openWithRules({ confirmAbove: 9 })
    const dear = { capability: imageGenerator3, values: { prompt: 'a celadon vase' } }
    expect(await guardsOf(setup.studio.submit(dear))).toEqual([{ kind: 'confirm-above', credits: 10, above: 9 }])
    expect(setup.studio.tasks()).toEqual([])
    const task = await setup.studio.submit({ ...dear, consent: ['confirm-above'] })
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })
})

describe('a duplicate request', () => {
  it('is sent once if the user clicks twice', async () => {
    const setup = await openWithRules({ asksBeforeTwins: true })
    const both = await Promise.allSettled([setup.studio.submit(vase), setup.studio.submit(vase)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [task] = setup.studio.tasks()
    await setup.until(task?.id ?? '', 'done')
    expect(setup.charges()).toBe(1)
    expect(await guardsOf(setup.studio.submit(vase))).toMatchObject([{ kind: 'twin', id: task?.id, phase: 'done' }])
  })

  it('is sent again if the user confirms it', async () => {
    const setup = await openWithRules({ asksBeforeTwins: true })
    const first = await setup.studio.submit(vase)
    const second = await setup.studio.submit({ ...vase, consent: ['twin'] })
    await setup.until(first.id, 'done')
    await setup.until(second.id, 'done')
    expect(setup.charges()).toBe(2)
  })
})
