import { describe, expect, it } from 'vitest'
import { batchLimitGuard } from '../../../../renderer/compose/batch/batch-text.ts'

describe('the daily limit before a batch', () => {
  const day = { committed: 15, limit: 110 }

  it('blocks a batch whose total would exceed it', () => {
    expect(batchLimitGuard({ credits: { known: 95, unknownRows: 0 } }, day)).toBeNull()
    expect(batchLimitGuard({ credits: { known: 100, unknownRows: 0 } }, day)).toMatchObject({ committed: 15, limit: 110, credits: 100 })
  })

  it('blocks unknown prices only if the limit is already reached', () => {
    expect(batchLimitGuard({ credits: { known: 0, unknownRows: 3 } }, day)).toBeNull()
    expect(batchLimitGuard({ credits: { known: 0, unknownRows: 3 } }, { committed: 110, limit: 110 })).toMatchObject({ credits: null })
  })
})
