import { beforeEach, describe, expect, it } from 'vitest'
import type { LibraryTile } from '../../../shared/library/library.ts'
import type { TaskResult } from '../../../shared/task/task.ts'
import { session, taskStore } from '../../../renderer/bridge/session.ts'
import { gridMenuItems } from '../../../renderer/library/grid-menu-items.ts'
import { emptySelection } from '../../../renderer/library/empty-selection.ts'
import { libraryTileStore } from '../../../renderer/library/grid-store.ts'
import { libraryMenuActions } from '../../../renderer/library/library-menu-actions.ts'
import { libraryViewStore } from '../../../renderer/library/library-view-store.ts'
import { practiceCapabilities } from '../actions/practice-capabilities.ts'
import { aTask } from '../a-task.ts'
import { aTile } from './a-tile.ts'

const nothing = (): undefined => undefined
const capability = 'imgmodel-3-0-image-generator'

/** Returns the labels in the first tile's context menu, by group. All `tiles` are selected. */
function menuOf(...tiles: readonly LibraryTile[]): readonly (readonly string[])[] {
  libraryTileStore.put(tiles)
  const keys = new Set(tiles.map(({ key }) => key))
  libraryViewStore.setState({ selection: { ...emptySelection, keys } })
  const files = { saveAs: nothing, copy: nothing, showInFolder: nothing }
  const actionsOf = (selected: readonly number[], items: readonly LibraryTile[]) =>
    libraryMenuActions(selected, items, { trash: nothing, untrash: null }, () => files, nothing)
  const groups: string[][] = [[]]
  for (const item of gridMenuItems(String(tiles[0]?.key), nothing, actionsOf)) {
    if (item === 'line') groups.push([])
    else groups.at(-1)?.push(item.label)
  }
  return groups
}

beforeEach(() => {
  session.setState({ capabilities: { state: 'ready', value: practiceCapabilities } })
  taskStore.load([aTask({ id: 'task-1', capability, values: { prompt: 'A red vase' } })])
})

describe('the context menu of a tile', () => {
  it('offers what the viewer and the selection bar offer', () => {
    expect(menuOf(aTile({ key: 1, capability }))).toEqual([
      ['Open', 'Run again', 'Four more like this', 'Upscale', 'Remove background', 'Animate…', 'Edit with Image generator…'],
      ['Remix', 'Use as input for…', 'Rate…', 'Tags and collections…'],
      ['Save as…', 'Copy image', 'Copy prompt', 'Show in folder', 'Show in queue'],
      ['Move to trash']
    ])
  })

  it('offers Remix without a price to send it again if only the library has the result', () => {
    const labels = menuOf(aTile({ key: 2, capability, task: null })).flat()
    expect(labels).toContain('Remix')
    expect(labels).not.toContain('Run again')
  })

  it('separates a single action only if it is “Move to trash”', () => {
    const menus = [
      menuOf(aTile({ key: 3, capability })),
      menuOf(aTile({ key: 4, capability: '', task: null, prompt: null })),
      menuOf(aTile({ key: 5, capability, state: 'missing' })),
      menuOf(aTile({ key: 6, capability, medium: 'audio' })),
      menuOf(...[7, 8].map((key) => aTile({ key, capability }))),
      menuOf(...[9, 10, 11, 12, 13].map((key) => aTile({ key, capability, medium: 'text' })))
    ]
    for (const groups of menus)
      expect(groups.filter(({ length }) => length < 2)).toEqual([[expect.stringMatching(/^Move (\d items )?to trash$/)]])
  })

  it('compares a result with the other outputs of its task', () => {
    const output = (index: number): TaskResult => ({
      id: `item-${index}`,
      index,
      fileName: `${index}.png`,
      contentType: 'image/png',
      medium: 'image',
      bytes: 1_000,
      sha256: '5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef',
      width: 1024,
      height: 768,
      savedAt: 0
    })
    taskStore.load([aTask({ id: 'task-21', capability, results: [output(20), output(21)] })])
    expect(menuOf(aTile({ key: 21, capability })).flat()).toContain('Compare')
  })
})
