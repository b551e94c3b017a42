"""Read everything that the schema of a database consists of from the catalogues of PostgreSQL. Private to the services.

Looked at is each schema in which a name may be found, so a table that stands before another one of its name is seen
too. What a server brings has numbers below 16384, and what an extension brings belongs to the extension.
"""

OBJECTS = """
WITH found AS (SELECT oid FROM pg_namespace WHERE nspname = ANY (current_schemas(true))),
theirs AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
ours AS (
    SELECT * FROM pg_class WHERE oid >= 16384 AND relnamespace IN (SELECT oid FROM found)
    AND ('pg_class'::regclass, oid) NOT IN (SELECT classid, objid FROM theirs)
)
SELECT CASE c.relkind WHEN 'v' THEN 'view ' WHEN 'm' THEN 'view ' WHEN 'S' THEN 'sequence ' ELSE 'table ' END
    || c.oid::regclass,
    concat_ws(' ', c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, (
        SELECT string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
            a.attgenerated, l.collname, pg_get_expr(d.adbin, d.adrelid)), ',' ORDER BY a.attnum)
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        LEFT JOIN pg_collation l ON l.oid = a.attcollation
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind <> 'S'
    ), (
        SELECT string_agg('with ' || i.inhrelid::regclass, ',' ORDER BY i.inhrelid)
        FROM pg_inherits i WHERE i.inhparent = c.oid AND c.relkind IN ('r', 'p', 'f')
    ), CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END)
FROM ours c WHERE c.relkind NOT IN ('i', 'I', 't')
UNION ALL
SELECT 'index ' || i.indexrelid::regclass, pg_get_indexdef(i.indexrelid, 0, true) || i.indisvalid || i.indisready
FROM pg_index i JOIN ours c ON c.oid = i.indrelid
UNION ALL
SELECT 'constraint ' || o.conname || ' on ' || c.oid::regclass,
    concat_ws(' ', pg_get_constraintdef(o.oid, true), o.convalidated, (
        SELECT string_agg(t.tgenabled::text, '' ORDER BY t.oid) FROM pg_trigger t WHERE t.tgconstraint = o.oid
    ))
FROM pg_constraint o JOIN ours c ON c.oid = o.conrelid WHERE o.contype <> 'n'
UNION ALL
SELECT 'trigger ' || t.tgname || ' on ' || c.oid::regclass, pg_get_triggerdef(t.oid, true) || t.tgenabled::text
FROM pg_trigger t JOIN ours c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
UNION ALL
SELECT 'rule ' || r.rulename || ' on ' || c.oid::regclass, pg_get_ruledef(r.oid, true) || r.ev_enabled::text
FROM pg_rewrite r JOIN ours c ON c.oid = r.ev_class WHERE c.relkind NOT IN ('v', 'm')
UNION ALL
SELECT 'policy ' || p.polname || ' on ' || c.oid::regclass, concat_ws(' ', p.polcmd, p.polpermissive, p.polroles::text,
    pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
FROM pg_policy p JOIN ours c ON c.oid = p.polrelid
UNION ALL
SELECT 'function ' || f.oid::regprocedure, concat_ws(' ', f.prosrc, l.lanname, f.prokind, f.provolatile, f.prosecdef,
    f.proisstrict, f.proparallel, f.procost, f.prorettype::regtype, f.proconfig::text)
FROM pg_proc f JOIN pg_language l ON l.oid = f.prolang
WHERE f.oid >= 16384 AND f.pronamespace IN (SELECT oid FROM found)
AND ('pg_proc'::regclass, f.oid) NOT IN (SELECT classid, objid FROM theirs)
UNION ALL
SELECT 'operator ' || p.oid::regoperator, p.oprcode::text FROM pg_operator p
WHERE p.oid >= 16384 AND p.oprnamespace IN (SELECT oid FROM found)
AND ('pg_operator'::regclass, p.oid) NOT IN (SELECT classid, objid FROM theirs)
UNION ALL
SELECT 'cast ' || s.castsource::regtype || ' as ' || s.casttarget::regtype, s.castcontext::text FROM pg_cast s
WHERE s.oid >= 16384 AND ('pg_cast'::regclass, s.oid) NOT IN (SELECT classid, objid FROM theirs)
UNION ALL
SELECT 'event trigger ' || v.evtname, concat_ws(' ', v.evtenabled, v.evtfoid::regprocedure)
FROM pg_event_trigger v WHERE v.evtevent = 'login'
UNION ALL
SELECT 'setting session_replication_role', current_setting('session_replication_role')
"""
"""Select the name and the text of each table, view, index, constraint, trigger, rule, policy, function and operator.

Of a table its columns and those that inherit from it, of a constraint whether it is enforced; and what would switch
triggers off for a whole connection.
"""
EXTENSIONS = "SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname"
