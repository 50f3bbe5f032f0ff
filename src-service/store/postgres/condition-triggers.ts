/** What a statement did to rows: those that it made are in `came`, those that it deleted in `went`, changed ones in both. */
export type Change = 'came' | 'turned' | 'went'

/** The columns that conditions ask for. */
const columns = 'seq, email, email_folded, subscribed, data, created_at, updated_at'

/**
 * Contacts changed after which kept counts are brought up to date, on the average: what changed since, who reads one looks at.
 * A statement that changes more than `atOnce` of them brings them up to date by itself.
 */
const [usually, atOnce] = [500, 50]
/** Days after which a count that nobody asked for is let go. */
const unaskedDays = 7

/**
 * How many contacts fit conditions (condition-counts.ts) is kept without asking any condition when one contact is written, as
 * planning that takes longer than writing: as they were before, those who change are put into `contact_before`, once. Now and
 * then, by chance so that nobody has to count, what they were and what they are now is compared; what a statement does to many
 * is compared there and then. What fails lets the counts go: whoever writes a contact is not held up.
 */
export const conditionFunctions = `
CREATE OR REPLACE FUNCTION let_go_of_conditions(of_project integer) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM condition_count WHERE project = of_project;
  DELETE FROM contact_before WHERE project = of_project;
END $$;
CREATE OR REPLACE FUNCTION conditions_asked(of_project integer, OUT names text[], OUT tests text) LANGUAGE plpgsql AS $$ BEGIN
  SELECT array_agg(hash ORDER BY hash),
      'SELECT ARRAY[' || string_agg('coalesce(sum(change) FILTER (WHERE ' || condition || '), 0)', ', ' ORDER BY hash) || '] FROM '
    INTO names, tests FROM condition_count WHERE project = of_project;
END $$;
CREATE OR REPLACE FUNCTION add_to_conditions(of_project integer, names text[], changes bigint[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  UPDATE condition_count AS known SET contacts = known.contacts + changed.by
    FROM unnest(names, changes) AS changed(hash, by)
    WHERE known.project = of_project AND known.hash = changed.hash AND changed.by <> 0;
END $$;
CREATE OR REPLACE FUNCTION compare_conditions(of_project integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE names text[]; tests text; changes bigint[]; BEGIN
  DELETE FROM condition_count WHERE project = of_project AND asked_on < CURRENT_DATE - ${unaskedDays};
  SELECT * INTO names, tests FROM conditions_asked(of_project);
  IF names IS NOT NULL THEN
    EXECUTE tests || '(SELECT 1 AS change, n.* FROM contact_before AS b CROSS JOIN LATERAL
          (SELECT ${columns} FROM contact WHERE project = $1 AND seq = b.seq OFFSET 0) AS n WHERE b.project = $1
        UNION ALL SELECT -1, ${columns} FROM contact_before WHERE project = $1 AND email IS NOT NULL
      ) AS c' INTO changes USING of_project;
    PERFORM add_to_conditions(of_project, names, changes);
  END IF;
  DELETE FROM contact_before WHERE project = of_project;
EXCEPTION WHEN OTHERS THEN PERFORM let_go_of_conditions(of_project);
END $$;
`

/** What the trigger of a statement declares for {@link conditionsFollowed}. */
export const conditionVariables =
  'of_project integer; many bigint; names text[]; tests text; changes bigint[];'

/** What the trigger of a statement does for conditions. */
export function conditionsFollowed(change: Change): string {
  const rows = change === 'came' ? 'came' : 'went'
  const kept = change === 'came' ? 'seq' : columns
  const changed = [
    ...(change === 'went' ? [] : [`SELECT 1 AS change, project, ${columns} FROM came`]),
    ...(change === 'came' ? [] : [`SELECT -1 AS change, project, ${columns} FROM went`]),
  ].join(' UNION ALL ')
  return `FOR of_project, many IN SELECT project, count(*) FROM ${rows}
    WHERE EXISTS (SELECT 1 FROM condition_count AS k WHERE k.project = ${rows}.project) GROUP BY project
  LOOP
    IF many > ${atOnce} THEN
      BEGIN
        SELECT * INTO names, tests FROM conditions_asked(of_project);
        -- Of whom was changed before, what they were is known: they are compared with what they are when all are.
        -- NOT IN is looked up in a hash; NOT EXISTS read contact_before for every row, as nothing knows how many it holds.
        EXECUTE tests || '(${changed}) AS c WHERE project = $1
            AND c.seq NOT IN (SELECT b.seq FROM contact_before AS b WHERE b.project = $1)' INTO changes USING of_project;
        PERFORM add_to_conditions(of_project, names, changes);
      EXCEPTION WHEN OTHERS THEN PERFORM let_go_of_conditions(of_project);
      END;
    ELSE
      INSERT INTO contact_before (project, ${kept}) SELECT project, ${kept} FROM ${rows} WHERE project = of_project
        ON CONFLICT DO NOTHING;
      IF random() * ${usually} < many THEN PERFORM compare_conditions(of_project); END IF;
    END IF;
  END LOOP;`
}
