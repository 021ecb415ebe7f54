-- kind: alone
-- An installation goes to another database by a backup and its restore.
drop table moves;
