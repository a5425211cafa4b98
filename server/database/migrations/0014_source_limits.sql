-- The release before this one still reads "source_hosts": the table stays, and nothing uses it any more.
SELECT 1;
