import { type ServiceDatabase, statements } from './statements'

/** What, besides segments, asks who is a member of segments. */
export interface SegmentUse {
  kind: 'campaign' | 'workflow'
  name: string
  /** The number of the segment it goes to. */
  segment: number | null
  /** JSON text of a condition, or of something that holds one under `condition`. */
  condition: string | null
}

/** Reads the campaigns that may still be sent, and the conditions of workflows. */
export function segmentUses(db: ServiceDatabase): () => Promise<SegmentUse[]> {
  return statements(db).rows(
    `SELECT 'campaign' AS kind, name, segment, audience_condition AS condition FROM campaign
       WHERE status IN ('DRAFT', 'SCHEDULED') AND audience_type <> 'ALL'
     UNION ALL
     SELECT 'workflow', w.name, NULL, CAST(s.config AS text) FROM workflow_step AS s JOIN workflow AS w ON w.seq = s.workflow
       WHERE s.type = 'CONDITION' AND s.removed = 0 AND w.removed = 0`,
  )
}
