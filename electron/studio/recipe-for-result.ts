import type { RecipeSettings } from '../../shared/app/settings.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'
import type { Recipe } from '../../shared/library/recipe.ts'
import { buildRecipe } from '../library/recipes/build-recipe.ts'
import type { TaskHistoryEvent } from '../tasks/machine/history-event.ts'
import type { OutputReference } from '../tasks/ports.ts'
import { capabilityOf } from './connection-pool.ts'
import { findJournalResult } from './find-task.ts'
import type { StudioParts } from './studio-parts.ts'
import type { SavedResult } from '../tasks/machine/task-record.ts'

/** Returns the user's recipe settings. */
export function recipeSettings({ options }: Pick<StudioParts, 'options'>): RecipeSettings {
  return options.recipes?.() ?? { beside: true, inside: true }
}

export function recipeForResult(
  parts: Pick<StudioParts, 'connections' | 'engine' | 'journal' | 'options'>,
  { record, index }: OutputReference,
  { medium, contentType }: Pick<SavedResult, 'medium' | 'contentType'>,
  requestIds: readonly string[]
): Recipe {
  return buildRecipe({
    record,
    itemId: itemIdOf(record.id, index),
    index,
    medium,
    contentType,
    capability: capabilityOf(parts.connections, record.capability, record.connectionId),
    requestIds,
    appVersion: parts.options.appVersion ?? '0.0.0',
    digestOfInput: parts.journal.digestOf,
    digestOfItem: (id) => findJournalResult(parts, id)?.sha256 ?? null
  })
}

/** Returns the task's request IDs without duplicates. The service's support can search for them. */
export function requestIdsOf(events: readonly TaskHistoryEvent[]): readonly string[] {
  return [...new Set(events.flatMap(({ requestId }) => (requestId === null ? [] : [requestId])))]
}
