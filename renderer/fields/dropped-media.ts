import type { MediaValue } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { draggedItemIds, itemDragType } from '../media/item-drag.ts'

/** Returns the web addresses in a pasted text. Empty if the text contains anything else. */
export function parseUrls(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return words.every((word) => /^https?:\/\/[^\s/]+\S*$/i.test(word)) ? words : []
}

/** Returns a sentence that says why an address can't be used. Null if the address can be used. */
export function urlError(address: string): string | null {
  if (parseUrls(address).length === 1 && URL.canParse(address)) return null
  if (!/^https?:\/\//i.test(address)) return say('The address must start with https:// or http://.')
  if (/\s/.test(address)) return say('A web address can’t contain spaces.')
  return say('This address is incomplete. Enter it in full, such as https://example.com/vase.png.')
}

/** Returns the files from a drop or a paste. Empty while Kiln's own results are dragged, because `droppedValues` returns these. */
export function droppedFiles(handed: Pick<DataTransfer, 'files'>): readonly File[] {
  return draggedItemIds().length > 0 ? [] : [...handed.files]
}

/** Returns Kiln's own results or the web addresses from a drop or a paste. Empty if `handed` is null. `droppedFiles` returns the files. */
export function droppedValues(handed: Pick<DataTransfer, 'getData'> | null): readonly MediaValue[] {
  const dragged = (handed?.getData(itemDragType) ?? '').split(' ').filter((item) => item !== '')
  const items = dragged.length > 0 ? dragged : draggedItemIds()
  if (items.length > 0) return items.map((item) => ({ item }))
  const list = (handed?.getData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  return parseUrls(list.length > 0 ? list.join('\n') : (handed?.getData('text/plain') ?? ''))
}
