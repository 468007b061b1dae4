import { describe, expect, it } from 'vitest'
import { openRogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind } from '../personality.ts'

describe('L8: a task without a known outcome', () => {
  it('is left to support after ten minutes, even if the computer wakes repeatedly', async () => {
    // With this `timeScale`, ten minutes last 0.6 s.
    const setup = await openRogueSetup(
      { faults: [createCallFault({ on: 'query', does: createErrorFaultKind(404, 'TASK_NOT_FOUND') })] },
      { timeScale: 0.001 }
    )
    const task = await setup.ask()
    await setup.until(task.id, 'running')
    const waking = setInterval(() => setup.studio.wake(), 100)
    try {
      await setup.until(task.id, 'support')
    } finally {
      clearInterval(waking)
    }
    expect(setup.callsTo('submit')).toBe(1)
  })

  it('is checked again automatically after it was left to support', async () => {
    const setup = await openRogueSetup(
      { faults: [createCallFault({ on: 'query', does: createErrorFaultKind(404, 'TASK_NOT_FOUND') })] },
      { timeScale: 0.001 }
    )
    const task = await setup.ask()
    await setup.until(task.id, 'support')
    setup.service.change({ faults: [] })
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toHaveLength(1)
  })

  it('is sent at most twice after CREDENTIAL_STORAGE_UNAVAILABLE, even over a restart', async () => {
    const setup = await openRogueSetup({
      recent: { presence: 'missing' },
      faults: [
        createCallFault({ on: 'submit', times: 1, does: createErrorFaultKind(503, 'CREDENTIAL_STORAGE_UNAVAILABLE') }),
        createCallFault({ on: 'submit', times: 1, does: { kind: 'hang', atByte: -1 } }),
        createCallFault({ on: 'submit', does: createErrorFaultKind(503, 'CREDENTIAL_STORAGE_UNAVAILABLE') })
      ]
    })
    const task = await setup.ask()
    await waitForRogueCondition(() => setup.callsTo('submit') === 2)
    await setup.reopen()
    await setup.until(task.id, 'support')
    expect(setup.callsTo('submit')).toBe(2)
  })
})
