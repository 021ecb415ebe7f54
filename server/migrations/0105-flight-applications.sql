-- Which application has uploaded a flight on its own account (client credentials): its webhooks hear of it, and of what
-- becomes of it. Ended with the event that tells of the flight's deletion.
create table flight_applications (
  flight_id text primary key,
  application_id text not null
);
