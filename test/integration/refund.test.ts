import { describe, expect, it } from 'vitest'
import { openSetup, standardImageGenerator, waitFor } from './open-setup.ts'

describe('a refund', () => {
  it('is checked for after a failure, and reported once it’s there', async () => {
    const setup = await openSetup({ studio: { timeScale: 0.001 } })
    const charged = { success: true, data: { status: 'failed', errorDetail: 'It cracked.', creditsConsumed: 5, creditsRequired: 5 } }
    setup.practice.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
    setup.practice.faults.add({ on: 'query', do: { kind: 'answer', httpStatus: 200, body: JSON.stringify(charged) } })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    expect((await setup.until(id, 'failed')).credits.state).toBe('refund-expected')
    await waitFor(() => setup.studio.task(id)?.credits.state === 'refunded')
    expect(setup.practice.ledger().map(({ kind }) => kind)).toEqual(['charge', 'refund'])
    expect(setup.studio.timeline(id).at(-1)?.code).toBe('refunded')
  })

  it('is still checked for after the task is hidden', async () => {
    const setup = await openSetup({ studio: { timeScale: 0.001 } })
    const charged = { success: true, data: { status: 'failed', creditsConsumed: 5 } }
    setup.practice.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
    setup.practice.faults.add({ on: 'query', times: 3, do: { kind: 'answer', httpStatus: 200, body: JSON.stringify(charged) } })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(id, 'failed')
    setup.studio.hide([id])
    expect(setup.studio.task(id)).toMatchObject({ hidden: true, credits: { state: 'refund-expected' } })
    await waitFor(() => setup.studio.task(id)?.credits.state === 'refunded')
  })

  it('is checked for again after a restart', async () => {
    const setup = await openSetup()
    const charged = { success: true, data: { status: 'failed', creditsConsumed: 5 } }
    setup.practice.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
    setup.practice.faults.add({ on: 'query', do: { kind: 'answer', httpStatus: 200, body: JSON.stringify(charged) } })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a celadon vase' } })
    await setup.until(id, 'failed')
    await setup.reopen()
    setup.studio.checkNow(id)
    await waitFor(() => setup.studio.task(id)?.credits.state === 'refunded')
    expect(setup.charges()).toBe(1)
  })
})
