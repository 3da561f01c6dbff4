"""The rules library, for everybody, and the clubs' house rules."""

from games.catalogue import urls as catalogue
from games.house import urls as house

urlpatterns = [*catalogue.urlpatterns, *house.urlpatterns]
