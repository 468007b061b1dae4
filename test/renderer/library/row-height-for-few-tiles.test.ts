import { describe, expect, it } from 'vitest'
import { rowHeightForFewTiles } from '../../../renderer/library/row-height-for-few-tiles.ts'

const measures = { width: 1000, rowHeight: 164, gap: 4, maxRowHeight: 360 }
const section = (from: number, count: number) => ({ from, count, hasHead: true, day: null })

describe('the row height for few matches', () => {
  it('is the maximum for one match', () => {
    expect(rowHeightForFewTiles({ ratios: Uint16Array.of(667), sections: [section(0, 1)] }, measures)).toBe(360)
  })

  it('lets the widest section fill its row', () => {
    const ratios = Uint16Array.of(1000, 1500, 1500, 1000)
    expect(rowHeightForFewTiles({ ratios, sections: [section(0, 1), section(1, 3)] }, measures)).toBe(248)
  })

  it('stays as usual if a section needs several rows', () => {
    const ratios = new Uint16Array(12).fill(1500)
    expect(rowHeightForFewTiles({ ratios, sections: [section(0, 12)] }, measures)).toBe(164)
  })

  it('stays as usual for many sections and for none', () => {
    const ratios = Uint16Array.of(1000, 1000, 1000)
    expect(rowHeightForFewTiles({ ratios, sections: [section(0, 1), section(1, 1), section(2, 1)] }, measures)).toBe(164)
    expect(rowHeightForFewTiles({ ratios: new Uint16Array(), sections: [] }, measures)).toBe(164)
  })
})
