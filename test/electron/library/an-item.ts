import type { IndexedItem } from '../../../electron/library/index/indexed-item.ts'
import type { Recipe } from '../../../shared/library/recipe.ts'

/** Returns a typical recipe. `more` overrides members. */
function aRecipe(more: Partial<Recipe> = {}): Recipe {
  return {
    format: 'kiln-recipe',
    version: 1,
    id: 'task-1.1',
    task: 'task-1',
    index: 0,
    connectionId: 'account',
    capability: 'imgmodel-image-generator',
    capabilityTitle: 'Image generator',
    medium: 'image',
    contentType: 'image/png',
    title: 'a red fox',
    prompt: 'a red fox',
    values: { prompt: 'a red fox', size: '1024*1024' },
    seed: null,
    credits: { estimated: 5, consumed: 5, state: 'charged' },
    ids: { taskId: 't-1', businessId: null, requestIds: ['r-1'] },
    inputs: [],
    parents: [],
    times: { askedAt: 1, sentAt: 2, acceptedAt: 3 },
    app: { version: '0.0.0' },
    contract: null,
    ...more
  }
}

/** Returns an indexed item with a matching recipe. `more` overrides members of the item, `recipe` those of its recipe. */
export function anItem(more: Partial<IndexedItem> = {}, recipe: Partial<Recipe> = {}): IndexedItem {
  const id = more.id ?? 'task-1.1'
  const task = id.slice(0, id.lastIndexOf('.'))
  const made = aRecipe({
    id,
    task,
    title: more.title ?? more.prompt ?? 'a red fox',
    prompt: more.prompt ?? 'a red fox',
    values: { prompt: more.prompt ?? 'a red fox', size: '1024*1024' },
    ...recipe
  })
  return {
    id,
    task,
    capability: made.capability,
    capabilityTitle: made.capabilityTitle,
    medium: 'image',
    contentType: 'image/png',
    path: `/library/${id}.png`,
    bytes: 1_000,
    modifiedAt: null,
    sha256: id.padEnd(64, '0'),
    width: 1_024,
    height: 768,
    durationInSeconds: null,
    madeAt: new Date(2026, 10, 20, 12).getTime(),
    title: made.title,
    prompt: made.prompt,
    stars: 0,
    tags: [],
    collections: [],
    connectionId: 'account',
    state: 'here',
    recipe: made,
    ...more
  }
}
