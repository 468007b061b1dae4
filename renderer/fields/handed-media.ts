import type { MediaValue } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import { carriedItems, itemDragType } from '../bridge/item-drag.ts'

/** Web addresses in a pasted text, one after another; empty when anything else stands in it. */
export function addressesIn(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return words.every((word) => /^https?:\/\/[^\s/]+\S*$/i.test(word)) ? words : []
}

/** Why an address can't be used; null: it can. */
export function addressFault(address: string): string | null {
  if (addressesIn(address).length === 1 && URL.canParse(address)) return null
  return say('It has to start with https:// or http://.')
}

/** The files that a drop or a paste brings; none where they are the files of our own results. */
export function filesIn(handed: Pick<DataTransfer, 'files'>): readonly File[] {
  return carriedItems().length > 0 ? [] : [...handed.files]
}

/** What a drop or a paste brings besides files: results of our own, or web addresses. */
export function valuesIn(handed: Pick<DataTransfer, 'getData'> | null): readonly MediaValue[] {
  const dragged = (handed?.getData(itemDragType) ?? '').split(' ').filter((item) => item !== '')
  const items = dragged.length > 0 ? dragged : carriedItems()
  if (items.length > 0) return items.map((item) => ({ item }))
  const list = (handed?.getData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  return addressesIn(list.length > 0 ? list.join('\n') : (handed?.getData('text/plain') ?? ''))
}
