import { drawCallFaults, drawFileFaults } from './draw-faults.ts'
import type { Personality } from './personality.ts'
import { pickRandom } from './random.ts'

/** Draws a random personality. The same random sequence gives the same personality. */
export function drawPersonality(random: () => number, name = 'drawn'): Personality {
  const one = <T>(...from: readonly T[]): T => pickRandom(random, from)
  /** Returns the first choice half of the time. */
  const mostly = <T>(first: T, ...others: readonly T[]): T => (random() < 0.5 ? first : pickRandom(random, others))
  const mcpPresence = random() < 0.85 ? 'there' : one('missing' as const, 'page' as const)
  return {
    name,
    documents: {
      catalog: one('list', 'data-list', 'map', 'by-category', 'missing', 'broken', 'page'),
      openapi: one('inline', 'references', 'missing', 'broken', 'page'),
      price: one('unsaid', 'true')
    },
    submit: {
      status: one(200, 201, 202),
      place: one('top', 'data'),
      ids: one('text', 'number'),
      saysSuccess: one(true, false),
      credits: one('charged', 'deferred', 'unsaid'),
      keyMemoryInSeconds: one(null, 86_400)
    },
    query: {
      place: one('data', 'top'),
      saysSuccess: one(true, false),
      letters: one('lower', 'upper', 'capital'),
      doneWord: one('success', 'succeeded', 'completed'),
      failedWord: one('failed', 'error'),
      progressWords: one(['processing'], ['queued', 'rendering'], ['PENDING', 'in_progress', 'finalizing'], ['waiting for a worker']),
      secondsToFinish: one(0, 0, 5, 30, 90),
      retryAfterMs: mostly<number | null>(null, 0, -1, 1, 5_000, 600_000),
      order: mostly('kept', 'shuffled'),
      addresses: one('stable', 'new-query', 'new-path'),
      partialAnswers: mostly(0, 1, 2),
      omitsDownloaded: mostly(false, true),
      resultField: one('imageUrl', 'imageUrls', 'imageUrl+imageUrls', 'result', 'outputs', 'files'),
      failingShare: mostly(0, 0.05, 0.2),
      failureForm: one('status', 'success-false', 'http-422', 'http-400'),
      refund: one('reported', 'silent', 'none'),
      afterwards: random() < 0.8 ? 'results' : one('task-not-found', 'billing-invariant', 'refund-unknown', 'failed-refunded'),
      afterwardsFromAnswer: one(2, 3)
    },
    recent: {
      presence: random() < 0.7 ? 'listed' : one('empty', 'missing'),
      envelope: one('tasks', 'data', 'bare', 'map'),
      entries: mostly('objects', 'ids'),
      namesCapability: mostly(true, false),
      times: one('none', 'iso', 'iso-without-zone', 'seconds', 'milliseconds', 'rfc-1123'),
      namesKeys: one(true, false),
      order: one('newest-first', 'oldest-first'),
      most: mostly<number | null>(null, 3, 20),
      lagInSeconds: mostly(0, 2, 20, 120),
      twice: mostly(false, true),
      strangersPerSubmit: random() < 0.7 ? 0 : 1
    },
    storage: {
      origin: mostly('own', 'api'),
      images: mostly('png', 'large-png', 'unknown', 'mixed'),
      texts: one('text', 'subtitles', 'json'),
      extension: mostly('true', 'none', 'part', 'exe', 'bat'),
      declaredType: mostly('true', 'image/png', 'application/octet-stream', 'none'),
      coding: mostly(
        'none',
        ...([
          'gzip',
          'deflate',
          'br',
          'zstd',
          'aws-chunked',
          'gzip-aws-chunked',
          'framed-aws-chunked',
          'unpacked-gzip',
          'utf-8',
          'binary'
        ] as const)
      ),
      length: one('content-length', 'chunked', 'until-close'),
      range: one('etag', 'weak-etag', 'last-modified', 'no-validator', 'ignores-if-range', 'ignored', 'always-206', 'status-203'),
      redirect: mostly('none', 'same-origin', 'other-origin'),
      // A chaos run multiplies this by 0.01. Not shorter: a busy machine may start a download one or two real seconds late.
      addressLifeInSeconds: mostly<number | null>(null, 100, 200),
      command: one('curl', 'curl-long', 'powershell'),
      faults: drawFileFaults(random)
    },
    mcp: {
      presence: mcpPresence,
      // Faces can be chosen over MCP only.
      asksForFaces: mcpPresence === 'there' && random() < 0.5,
      taskIdName: one('taskId', 'task_id', 'input.taskId'),
      faces: one('ids', 'indexes', 'numbers', 'pairs'),
      reference: one('url', 'id', 'index'),
      answers: one('json', 'event-stream'),
      sessions: one(true, false),
      // A face selection takes four messages.
      sessionForgottenAfter: mostly<number | null>(null, 8, 20)
    },
    clock: { aheadInRealSeconds: one(0, 0, 3, -3, 240, -240), saysDate: mostly(true, false) },
    faults: drawCallFaults(random)
  }
}
