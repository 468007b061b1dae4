import { describe, expect, it } from 'vitest'
import { batchLimitGuard } from '../../../../renderer/compose/batch/batch-text.ts'

describe('the daily limit before a batch', () => {
  const day = { committed: 15, limit: 110 }

  it('stops a batch whose sum would pass it', () => {
    expect(batchLimitGuard({ credits: { known: 95, unknownRows: 0 } }, day)).toBeNull()
    expect(batchLimitGuard({ credits: { known: 100, unknownRows: 0 } }, day)).toMatchObject({ committed: 15, limit: 110, credits: 100 })
  })

  it('stops prices that are not known only where no room is left', () => {
    expect(batchLimitGuard({ credits: { known: 0, unknownRows: 3 } }, day)).toBeNull()
    expect(batchLimitGuard({ credits: { known: 0, unknownRows: 3 } }, { committed: 110, limit: 110 })).toMatchObject({ credits: null })
  })
})
