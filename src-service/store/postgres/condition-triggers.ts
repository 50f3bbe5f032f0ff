/** What a statement did to rows: those that it made are in `came`, those that it deleted in `went`, changed ones in both. */
export type Change = 'came' | 'turned' | 'went'

/** The columns that conditions ask for. */
const columns = 'seq, email, email_folded, subscribed, data, created_at, updated_at'

/** Contacts changed after which kept counts are brought up to date, on the average: what changed since, who reads one looks at. */
const usually = 500
/** Contacts that one statement changes after which kept counts are let go: it changes a field of everybody. */
const tooMany = 10_000
/** Days after which a count that nobody asked for is let go. */
const unaskedDays = 7

/**
 * How many contacts fit conditions (condition-counts.ts) is kept without asking any condition when a contact is written: as they
 * were before, those who change are put into `contact_before`, once. Now and then, by chance so that nobody has to count, what
 * they were and what they are now is compared. What fails then lets the counts go: whoever writes a contact is not held up.
 */
export const conditionFunctions = `
CREATE OR REPLACE FUNCTION let_go_of_conditions(of_project integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM condition_count WHERE project = of_project;
  DELETE FROM contact_before WHERE project = of_project;
END $$;
CREATE OR REPLACE FUNCTION compare_conditions(of_project integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE names text[]; tests text; changes bigint[]; BEGIN
  DELETE FROM condition_count WHERE project = of_project AND asked_on < CURRENT_DATE - ${unaskedDays};
  SELECT array_agg(hash ORDER BY hash),
      string_agg('coalesce(sum(change) FILTER (WHERE ' || condition || '), 0)', ', ' ORDER BY hash)
    INTO names, tests FROM condition_count WHERE project = of_project;
  IF names IS NOT NULL THEN
    EXECUTE 'SELECT ARRAY[' || tests || '] FROM (
        SELECT 1 AS change, n.* FROM contact_before AS b CROSS JOIN LATERAL
          (SELECT ${columns} FROM contact WHERE project = $1 AND seq = b.seq OFFSET 0) AS n WHERE b.project = $1
        UNION ALL SELECT -1, ${columns} FROM contact_before WHERE project = $1 AND email IS NOT NULL
      ) AS c' INTO changes USING of_project;
    UPDATE condition_count AS known SET contacts = known.contacts + changed.by
      FROM unnest(names, changes) AS changed(hash, by)
      WHERE known.project = of_project AND known.hash = changed.hash AND changed.by <> 0;
  END IF;
  DELETE FROM contact_before WHERE project = of_project;
EXCEPTION WHEN OTHERS THEN PERFORM let_go_of_conditions(of_project);
END $$;
`

/** What the trigger of a statement does for conditions. It declares `of_project` and `many`. */
export function conditionsFollowed(change: Change): string {
  const rows = change === 'came' ? 'came' : 'went'
  const kept = change === 'came' ? 'seq' : columns
  return `FOR of_project IN SELECT project FROM condition_count WHERE project IN (SELECT project FROM ${rows}) GROUP BY project LOOP
    SELECT count(*) INTO many FROM ${rows} WHERE project = of_project;
    IF many > ${tooMany} THEN PERFORM let_go_of_conditions(of_project);
    ELSE
      INSERT INTO contact_before (project, ${kept}) SELECT project, ${kept} FROM ${rows} WHERE project = of_project
        ON CONFLICT DO NOTHING;
      IF random() * ${usually} < many THEN PERFORM compare_conditions(of_project); END IF;
    END IF;
  END LOOP;`
}
