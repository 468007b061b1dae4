import { describe, expect, it } from 'vitest'
import type { ComposeForm } from '../../../renderer/compose/compose-form.ts'
import { emptyForm, withFieldValue } from '../../../renderer/compose/compose-form.ts'
import { createDraftSaver, saveDelayInMs } from '../../../renderer/compose/save-drafts.ts'

function keeperWithTime() {
  const kept: [string, number, ComposeForm | null][] = []
  const timers: { delayInMs: number; run: () => void }[] = []
  const keeper = createDraftSaver({
    keep: (capabilityId, draft, form) => kept.push([capabilityId, draft, form]),
    setTimer: (delayInMs, run) => {
      const timer = { delayInMs, run }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    }
  })
  return { keeper, kept, timers }
}

describe('saving drafts', () => {
  const typed = (text: string): ComposeForm => withFieldValue(emptyForm, 'prompt', text)

  it('waits briefly after the first change, then saves the newest values of each form', () => {
    const { keeper, kept, timers } = keeperWithTime()
    keeper.change('one', 1, typed('a'))
    keeper.change('one', 1, typed('ab'))
    keeper.change('two', 1, typed('x'))
    expect(kept).toEqual([])
    expect(timers.map(({ delayInMs }) => delayInMs)).toEqual([saveDelayInMs])
    timers[0]?.run()
    expect(kept).toEqual([
      ['one', 1, typed('ab')],
      ['two', 1, typed('x')]
    ])
    keeper.change('one', 1, typed('abc'))
    expect(timers).toHaveLength(1)
  })

  it('happens immediately when it is flushed', () => {
    const { keeper, kept, timers } = keeperWithTime()
    keeper.change('one', 1, typed('a'))
    keeper.flush()
    expect(kept).toEqual([['one', 1, typed('a')]])
    expect(timers).toEqual([])
    keeper.flush()
    expect(kept).toHaveLength(1)
  })

  it('deletes the draft of a reset form, and saves a form with only a chosen mode', () => {
    const { keeper, kept } = keeperWithTime()
    keeper.change('one', 1, emptyForm)
    keeper.change('two', 1, { ...emptyForm, modeId: 'edit' })
    keeper.flush()
    expect(kept).toEqual([
      ['one', 1, null],
      ['two', 1, { ...emptyForm, modeId: 'edit' }]
    ])
  })

  it('saves the drafts of a form apart, and not a discarded one', () => {
    const { keeper, kept } = keeperWithTime()
    keeper.change('one', 1, typed('a'))
    keeper.change('one', 2, typed('b'))
    keeper.change('one', 3, typed('c'))
    keeper.discard('one', 2)
    keeper.flush()
    expect(kept).toEqual([
      ['one', 1, typed('a')],
      ['one', 3, typed('c')]
    ])
  })
})
